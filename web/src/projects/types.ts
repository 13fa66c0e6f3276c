// What the server says about projects and tasks, in the words of this page. What the objects consist of is in
// lib/api_types.ts, which is made from the program's OpenAPI document.

import type * as api from '../lib/api_types';

export type { DateText } from '../lib/dates';
export type { Project, ProjectStatus, TaskPriority, TaskStatus } from '../lib/api_types';

export type Role = api.ProjectRole;
export type Permission = api.ProjectPermission;
export type ProjectChange = api.ProjectChange;
export type NewProject = api.NewProject;
export type Task = api.ProjectTask;
export type NewTask = api.NewProjectTask;
export type TaskChange = api.ProjectTaskChange;
export type TaskMove = api.ProjectTaskMove;
export type BatchChange = api.ProjectTaskBatch['changes'][number];
export type BatchResult = api.ProjectTaskBatchResults['results'][number];
export type ChecklistEntry = api.ChecklistEntry;
export type Repeat = api.TaskRepeat;
export type ProjectEvent = api.ProjectEvent;
export type NewEvent = api.NewProjectEvent;
export type EventChange = api.ProjectEventChange;
export type Tag = api.ProjectTag;
export type Comment = api.TaskComment;
export type Attachment = api.TaskAttachment;
export type Activity = api.ProjectActivity;
export type ActivityPage = api.ProjectActivities;
export type Member = api.ProjectMember;
export type MemberList = api.ProjectMembers;
export type Invitation = api.ProjectInvitation;
export type OwnInvitation = api.OwnProjectInvitation;

// The columns of a board, in their order.
export const taskStatuses = ['TODO', 'IN_PROGRESS', 'REVIEW', 'DONE'] as const;
// The most pressing first.
export const priorities = ['URGENT', 'HIGH', 'MEDIUM', 'LOW'] as const;
export const projectStatuses = ['ACTIVE', 'COMPLETED', 'ARCHIVED'] as const;
