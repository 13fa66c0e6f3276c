"""Uploads and files of tasks, made over the API."""

from project_things import task_path

UPLOADS = "/api/v1/uploads"
BYTES = {"Content-Type": "application/octet-stream"}


def upload_path(upload, rest=""):
    return f"{UPLOADS}/{upload['id']}{rest}"


def make_upload(person, size, name="plan.pdf", **options):
    body = {"name": name, "size": size, **options}
    return person.client.post(UPLOADS, body, expect=201).json


def put_part(person, upload, part, content, expect=200):
    return person.client.put(upload_path(upload, f"/parts/{part}"), content, headers=BYTES,
                             expect=expect)


def send_file(person, content, name="plan.pdf", **options):
    """A complete upload."""
    upload = make_upload(person, len(content), name, **options)
    size = upload["partBytes"]
    for part in range(1, (len(content) - 1) // size + 2):
        upload = put_part(person, upload, part, content[(part - 1) * size:part * size]).json
    return upload


def make_file(person, task, content, name="plan.pdf"):
    """An attachment of a task, with the id of its upload."""
    upload = send_file(person, content, name)
    made = person.client.post(task_path(task, "/attachments"), {"uploadId": upload["id"]},
                              expect=201).json
    return made | {"uploadId": upload["id"]}


def attachments_of(person, task):
    return person.client.get(task_path(task, "/attachments")).json["attachments"]
