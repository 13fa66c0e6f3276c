"""Projects as items of the table `calendar-app-data`, the same in every run."""

import datetime
import random
import uuid

TABLE = "calendar-app-data"
WRITTEN = "2026-01-05T10:30:00Z"
STATUSES = ["TODO", "IN_PROGRESS", "REVIEW", "DONE"]
PRIORITIES = ["LOW", "MEDIUM", "HIGH", "URGENT"]
FIRST_DAY = datetime.date(2026, 1, 1)
DAYS = 365
PLACEHOLDER = "@@@@@@@@"  # bench_fill puts the id of a project there.
TITLE_WORDS, TEXT_WORDS, VOCABULARY = 5, 20, 20_000


def text(value):
    return {"S": value}


def thing(kind, thing_id, **attributes):
    key = text(f"{kind}#{thing_id}")
    return {"PK": key, "SK": key, "GSI1PK": key, "GSI1SK": key, "entityType": text(kind),
            "createdAt": text(WRITTEN), "updatedAt": text(WRITTEN),
            **{name: value if isinstance(value, dict) else text(value)
               for name, value in attributes.items()}}


def relation(owner, member, entity_type, time_name="addedAt"):
    return {"PK": text(owner), "SK": text(member), "GSI1PK": text(member), "GSI1SK": text(owner),
            "entityType": text(entity_type), time_name: text(WRITTEN)}


def project(project_id, owner_id, *members):
    yield thing("PROJECT", project_id, name=f"Project {project_id}", ownerId=owner_id,
                color="#FF9900", status="ACTIVE", description={"NULL": True},
                longestEventMinutes={"N": "180"})
    for member in (owner_id, *members):
        yield relation(f"PROJECT#{project_id}", f"MEMBER#{member}", "PROJECT_MEMBER",
                       "joinedAt") | {
            "GSI1PK": text(f"USER#{member}"), "GSI1SK": text(f"PROJECT#{project_id}"),
            "role": text("OWNER" if member == owner_id else "VIEWER")}


class Words:
    """Titles and descriptions of made-up words, of which some are frequent and most are rare."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        dice = random.Random(1)
        self.words = ["".join(dice.choice("bdfgklmnprst") + dice.choice("aeiou")
                              for _ in range(dice.randint(2, 4))) for _ in range(VOCABULARY)]
        self.weights = []
        total = 0
        for place in range(VOCABULARY):
            total += 1 / (place + 10)
            self.weights.append(total)

    def some(self, count):
        return self.dice.choices(self.words, cum_weights=self.weights, k=count)


def task(project_id, number, words):
    """Its items, and the words of its title."""
    dice = words.dice
    task_id = str(uuid.UUID(int=dice.getrandbits(128), version=4))
    title = words.some(TITLE_WORDS)
    due = FIRST_DAY + datetime.timedelta(dice.randrange(DAYS))
    item = thing("TASK", task_id, title=" ".join(title), projectId=project_id,
                 description=" ".join(words.some(TEXT_WORDS)), status=dice.choice(STATUSES),
                 priority=dice.choice(PRIORITIES), assigneeId={"NULL": True},
                 dueDate=f"{due}T23:59:59Z", rank=f"{number:09}")
    return [item, relation(f"PROJECT#{project_id}", f"TASK#{task_id}", "PROJECT_TASK",
                           "assignedAt")], title


def activity(project_id, user_id, number):
    at = datetime.datetime(2026, 1, 1) + datetime.timedelta(seconds=number)
    timestamp = f"{at.isoformat()}Z"
    activity_id = f"{number:08x}-0000-7000-8000-{number:012x}"
    yield thing("ACTIVITY", activity_id, action="UPDATE", entityId="x", userId=user_id,
                details=f"Changed the task “{number}”", timestamp=timestamp,
                projectId=project_id) | {"entityType": text("TASK")}
    yield {"PK": text(f"PROJECT#{project_id}"), "SK": text(f"ACTIVITY#{timestamp}#{activity_id}"),
           "GSI1PK": text(f"ACTIVITY#{activity_id}"), "GSI1SK": text(f"PROJECT#{project_id}"),
           "entityType": text("PROJECT_ACTIVITY")}


def event(project_id, number):
    """Its id has that of its project in it, so that bench_fill can make as many as it likes."""
    dice = random.Random(number)
    day = FIRST_DAY + datetime.timedelta(dice.randrange(DAYS))
    hour = dice.randint(7, 18)
    start, end = f"{day}T{hour:02}:00:00Z", f"{day}T{hour + dice.randint(1, 3):02}:00:00Z"
    event_id = f"{project_id}-{number}"
    yield thing("EVENT", event_id, title=f"Meeting {number}", description={"NULL": True},
                startDate=start, endDate=end, allDay={"BOOL": False}, color="#FF9900",
                projectId=project_id, GSI2PK="EVENT#", GSI2SK=start,
                projectIds={"L": [text(project_id)]})
    yield relation(f"PROJECT#{project_id}", f"EVENT#{event_id}", "PROJECT_EVENT") | {
        "GSI2PK": text(f"EVENT#{event_id}"), "GSI2SK": text(f"PROJECT#{project_id}")}
    yield {"PK": text(f"PROJECT#{project_id}"), "SK": text(f"DATED#{start}#{event_id}"),
           "entityType": text("DATED_EVENT")}
