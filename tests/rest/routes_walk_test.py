"""Walks every operation that the API describes with everybody who may and may not do it.

A new operation needs an example in scene.py; without one these tests fail.
"""

import re

import jsonschema

from event_stream import EventStream
from proving import proving_world
from norn_server import EMBEDDED
from rest_case import RestCase, on_every_store, on_stores
from rest_client import Client, contract_of
from scene import (ADMINISTRATOR, ANYONE, EXAMPLES, FOREIGN_IDS, INVITED, OWN_READ, OWN_WRITE,
                   OWNER, PERSON_READ, PERSON_WRITE, READER, READER_SESSION, READER_WRITE, SESSION,
                   SIGNED_IN, WRITER, WRITER_ALONE, WRITER_OWN, WRITER_READ, Request, Scene,
                   nobodys_id)

OK = "a success"
PEOPLE = ("reader", "writer", "owner", "stranger", "administrator")


def rights(nobody, reader, writer, owner, stranger, administrator, scopeless, reading):
    return {"nobody": nobody, "reader": reader, "writer": writer, "owner": owner,
            "stranger": stranger, "administrator": administrator,
            # Tokens of the owner: one whose scopes are of something else, one that only reads.
            "token without the scope": scopeless, "token that reads": reading}


RIGHTS = {
    ANYONE: rights(OK, OK, OK, OK, OK, OK, OK, OK),
    SIGNED_IN: rights(401, OK, OK, OK, OK, OK, OK, 403),
    SESSION: rights(401, OK, OK, OK, OK, OK, 403, 403),
    ADMINISTRATOR: rights(401, 403, 403, 403, 403, OK, 403, 403),
    PERSON_READ: rights(401, OK, OK, OK, OK, OK, 403, OK),
    PERSON_WRITE: rights(401, OK, OK, OK, OK, OK, 403, 403),
    # Of a calendar or a place; an administrator is a stranger to it like any other.
    READER: rights(401, OK, OK, OK, 404, 404, 403, OK),
    WRITER: rights(401, 403, OK, OK, 404, 404, 403, 403),
    WRITER_READ: rights(401, 403, OK, OK, 404, 404, 403, OK),
    OWNER: rights(401, 403, 403, OK, 404, 404, 403, 403),
    # Of a planner, which is the owner's alone.
    OWN_READ: rights(401, 404, 404, OK, 404, 404, 403, OK),
    OWN_WRITE: rights(401, 404, 404, OK, 404, 404, 403, 403),
    # Of a place.
    READER_SESSION: rights(401, OK, OK, OK, 404, 404, 403, 403),
    WRITER_OWN: rights(401, 404, OK, OK, 404, 404, 403, 403),
    INVITED: rights(401, 404, 404, 404, 404, 404, 403, 403),
    # Of a project.
    READER_WRITE: rights(401, OK, OK, OK, 404, 404, 403, 403),
    WRITER_ALONE: rights(401, 403, OK, 403, 404, 404, 403, 403),
}
# What the description says is needed.
SECURITY = {rights: ["session", "token"] for rights in RIGHTS} | {
    ANYONE: [], SIGNED_IN: [], SESSION: ["session"], ADMINISTRATOR: ["session"],
    READER_SESSION: ["session"]}


class WalkCase(RestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = proving_world(cls.STORE)  # Some have proved their address only later.
        cls.world.known.clear()
        cls.server = cls.world.server
        cls.operations = contract_of(cls.server).operations
        world = cls.world
        cls.shared = {
            "nobody": Client(cls.server), "reader": world.person("Bob").client,
            "writer": world.person("Cleo").client, "owner": world.person("Anna").client,
            "stranger": world.person("Sten").client,
            "administrator": world.administrator.client,
            "token without the scope": world.person("Anna").token("account:read"),
            "token that reads": world.person("Anna").token(
                "calendars:read", "planner:read", "bookings:read", "projects:read",
                "family:read")}
        cls.untouched = Scene(world)  # For requests that are refused.

    def for_each(self, check):
        """Checks something of every operation, with the example of how it is called."""
        for operation in self.operations:
            with self.subTest(operation=operation.id):
                self.assertIn(operation.id, EXAMPLES, "a new operation needs an example")
                check(operation, EXAMPLES[operation.id])

    def permitted(self, example, scene):
        """Somebody who may do it, and whom it does not matter to lose."""
        if example.person:
            return example.person(scene).client
        if example.rights == ADMINISTRATOR:
            return scene.world.administrator.client
        if example.rights in (SESSION, SIGNED_IN):
            return scene.person.client
        if example.rights == INVITED:
            return scene.invitee.client
        if example.rights == WRITER_ALONE:
            return scene.writer.client
        return scene.owner.client

    def perform(self, operation, scene, client, **changes):
        request = Request(operation, scene)
        if operation.id == "followEvents" and not changes:
            stream = EventStream(client)
            stream.close()
            return stream
        return request.send(client, **changes)

    def is_success(self, operation, status):
        wanted = EXAMPLES[operation.id].success
        return status in wanted if wanted else 200 <= status < 300


@on_every_store
class RoutesWalkTest(WalkCase):
    def test_everybody_may_do_what_the_table_says(self):
        scene = Scene(self.world)
        def check(operation, example):
            nonlocal scene
            for role, expected in RIGHTS[example.rights].items():
                if expected == OK and role in PEOPLE and example.harmful:
                    continue  # Those whom it harms follow in the next test.
                with self.subTest(role=role):
                    client = self.shared[role] if role != "nobody" else self.visitor()
                    reply = self.perform(operation, scene, client)
                    if expected == OK:
                        self.assertTrue(self.is_success(operation, reply.status), reply.status)
                        if operation.method != "GET":
                            scene = scene.anew(example.keeps)
                    else:
                        self.assertEqual(reply.status, expected)
        self.for_each(check)

    def test_a_person_may_do_what_they_do_to_themselves(self):
        def check(operation, example):
            if example.harmful and example.rights in (SESSION, SIGNED_IN, INVITED):
                scene = Scene(self.world)
                reply = self.perform(operation, scene, self.permitted(example, scene))
                self.assertTrue(self.is_success(operation, reply.status), reply.status)
        self.for_each(check)

    def test_an_id_that_is_nobodys_is_not_found(self):
        def check(operation, example):
            for parameter in operation.parameters:
                if parameter == "provider":
                    continue
                with self.subTest(parameter=parameter):
                    scene = self.untouched
                    request = Request(operation, scene, {parameter: nobodys_id()})
                    reply = request.send(self.permitted(example, scene))
                    self.assert_problem(reply, 404)
        self.for_each(check)

    def test_an_id_that_is_somebody_elses_is_not_found(self):
        """What belongs to a person is asked for by another, who may do that to their own."""
        def check(operation, example):
            if operation.parameters and example.rights == SESSION:
                scene = self.untouched
                reply = Request(operation, scene).send(self.shared["stranger"])
                self.assert_problem(reply, 404)
        self.for_each(check)

    def test_an_id_in_a_body_that_is_somebody_elses_is_not_found(self):
        schemas = contract_of(self.server).document["components"]["schemas"]
        def check(operation, example):
            content = operation.description.get("requestBody", {}).get("content", {})
            for media in content.values():
                schema = schemas[media["schema"]["$ref"].rpartition("/")[2]]
                for name in schema.get("properties", {}):
                    if not name.endswith("Id"):
                        continue
                    self.assertIn((operation.id, name), FOREIGN_IDS, "needs a foreign id")
                    scene = self.untouched
                    request = Request(operation, scene)
                    foreign, status = FOREIGN_IDS[operation.id, name]
                    reply = request.send(self.permitted(example, scene),
                                         body=request.body | {name: foreign(scene)})
                    self.assert_problem(reply, status, name if status == 400 else None)
        self.for_each(check)


@on_stores(EMBEDDED)  # The store makes no difference to it.
class EveryRouteTest(WalkCase):
    """What is the same for all operations."""

    def test_the_description_is_whole_and_says_who_may_do_what(self):
        document = contract_of(self.server).document
        for schema in document["components"]["schemas"].values():
            jsonschema.Draft202012Validator.check_schema(schema)
        ids = [operation.id for operation in self.operations]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertEqual(set(ids), set(EXAMPLES))
        def check(operation, example):
            self.assertTrue(operation.description["summary"])
            # Each of several scopes is an alternative of its own.
            said = list(dict.fromkeys(
                name for each in operation.description["security"] for name in each))
            self.assertEqual(said, SECURITY[example.rights])
        self.for_each(check)

    def test_the_examples_are_what_the_description_asks_for(self):
        contract = contract_of(self.server)
        def check(operation, _):
            body = Request(operation, self.untouched).body
            content = operation.description.get("requestBody", {}).get("content", {})
            self.assertEqual(bool(content), body is not None)
            for media in content.values():
                contract.check_value(media["schema"], body, operation.id)
        self.for_each(check)

    def test_a_member_that_is_not_known_is_refused(self):
        def check(operation, example):
            scene = self.untouched
            body = Request(operation, scene).body
            if isinstance(body, dict):
                reply = self.perform(operation, scene, self.permitted(example, scene),
                                     body=body | {"surprise": 1})
                self.assert_problem(reply, 400, "surprise")
        self.for_each(check)

    def test_a_body_that_is_not_json_is_refused(self):
        def check(operation, example):
            scene = self.untouched
            body = Request(operation, scene).body
            client = self.permitted(example, scene)
            if isinstance(body, str):
                self.assert_problem(self.perform(operation, scene, client, body=b"{}"), 415)
            if not isinstance(body, dict):
                return
            bodies = [b"{", b"[]", b"null", b'"text"', b"{}{}", b"\xff\xfe", b" "]
            if operation.description["requestBody"]["required"]:
                bodies.append(b"")
            for body in bodies:
                self.assert_problem(self.perform(operation, scene, client, body=body), 400)
            reply = self.perform(operation, scene, client, body=b"a=b",
                                 headers={"Content-Type": "application/x-www-form-urlencoded"})
            self.assert_problem(reply, 415)
        self.for_each(check)

    def test_a_change_from_another_site_is_refused(self):
        def check(operation, example):
            if operation.method != "GET":
                scene = self.untouched
                reply = self.perform(operation, scene, self.permitted(example, scene),
                                     headers={"Origin": "https://evil.example"})
                self.assert_problem(reply, 403)
        self.for_each(check)

    def test_a_change_that_needs_a_tag_is_refused_without(self):
        def check(operation, example):
            scene = self.untouched
            if "If-Match" in Request(operation, scene).headers:
                client = self.permitted(example, scene)
                reply = self.perform(operation, scene, client, headers={"If-Match": None})
                self.assert_problem(reply, 428)
                for tag in ("x", '"', "*", 'W/"x"', '"a", "b"', '""', ""):
                    reply = self.perform(operation, scene, client, headers={"If-Match": tag})
                    self.assertIn(reply.status, (400, 409, 412, 428), tag)
        self.for_each(check)

    def test_a_method_that_is_not_there_is_refused(self):
        for path in {operation.path for operation in self.operations}:
            there = {each.method for each in self.operations if each.path == path}
            path = re.sub(r"\{\w+\}", nobodys_id(), path)
            for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - there:
                reply = self.shared["owner"].send(method, path)
                self.assertEqual(reply.status, 405, f"{method} {path}")
                self.assertEqual(set(reply.headers["Allow"].split(", ")) - {"HEAD", "OPTIONS"},
                                 there)

    def test_what_is_not_there_is_not_found(self):
        for path in ("/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v2/calendars",
                     "/api/v1/calendars/", "/api/v1//calendars", "/api/v1/Calendars"):
            self.assert_problem(self.shared["owner"].send("GET", path), 404)
