// What FullCalendar drags with, and nothing else of that module: a file by itself (dragging.ts).

export { default, Draggable } from 'fullcalendar/interaction';
