"""Holds every reply to what /api/openapi.json says about it."""

import functools
import json
import re

import jsonschema

# Larger replies are not the same twice.
MAX_KNOWN_BYTES = 10_000
METHODS = ("get", "put", "post", "delete", "patch")
PROBLEM = "application/problem+json"
# The members that have a sentence in English, beside its `code` and `params`.
SENTENCES = ("detail", "reason", "text")
PARAMETER = re.compile(r"\{(\w+)\}")

_formats = jsonschema.FormatChecker(formats=())
_FORMATS = {
    "date": r"\d{4}-\d\d-\d\d",
    "date-time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z",
    "uuid": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
}
for _name, _pattern in _FORMATS.items():
    _formats.checks(_name)(
        lambda value, pattern=_pattern: not isinstance(value, str)
        or re.fullmatch(pattern, value) is not None)


class Violation(AssertionError):
    """A reply that the description does not allow."""


def text_of_parameter(value):
    return value["detail"] if isinstance(value, dict) else str(value)


class Operation:
    """One method of one path."""

    def __init__(self, method, path, description):
        self.method = method.upper()
        self.path = path
        self.id = description["operationId"]
        self.description = description
        self.parts = path.split("/")

    @property
    def parameters(self):
        """The names of the parts of its path that are open."""
        return re.findall(r"\{(\w+)\}", self.path)

    def fits(self, parts):
        """Whether a path with as many parts is one of its."""
        return all(want[:1] == "{" or want == part for want, part in zip(self.parts, parts))


class Contract:
    """The description of the API that a server gives of itself."""

    def __init__(self, document):
        self.document = document
        self.resolver = jsonschema.RefResolver("", document)
        self.operations = [Operation(method, path, description)
                           for path, methods in document["paths"].items()
                           for method, description in methods.items() if method in METHODS]
        self.by_shape = {}
        for operation in self.operations:
            shape = operation.method, len(operation.parts)
            self.by_shape.setdefault(shape, []).append(operation)
        # Replies that were found right. Walks over all operations get the same ones again and
        # again, and to check one takes longer than to get it.
        self.checked = set()

    def find(self, method, path):
        """The operation that a request means; None for those that are not described."""
        path = path.partition("?")[0]
        parts = path.split("/")
        candidates = self.by_shape.get((method, len(parts)), ())
        # A path that is written out stands for itself, whichever parameter would fit, too.
        if path in self.document["paths"]:
            return next((operation for operation in candidates if operation.path == path), None)
        return next((operation for operation in candidates if operation.fits(parts)), None)

    @functools.cache
    def validator(self, reference):
        return jsonschema.Draft202012Validator({"$ref": reference}, resolver=self.resolver,
                                               format_checker=_formats)

    def check_value(self, schema, value, what):
        validator = (self.validator(schema["$ref"]) if set(schema) == {"$ref"} else
                     jsonschema.Draft202012Validator(schema, resolver=self.resolver,
                                                     format_checker=_formats))
        error = jsonschema.exceptions.best_match(validator.iter_errors(value))
        if error:
            raise Violation(f"{what}: at {error.json_path}: {error.message}")

    def check(self, method, path, reply):
        """Fails unless the reply is one of those that the operation says it gives."""
        operation = self.find(method, path)
        known = (operation.id if operation else None, reply.status, reply.content_type,
                 reply.headers.get("Retry-After"), reply.body)
        if known in self.checked:
            return
        self.check_new(operation, reply, f"{method} {path} -> {reply.status} {reply.body[:500]!r}")
        if len(reply.body) <= MAX_KNOWN_BYTES:
            self.checked.add(known)

    def check_new(self, operation, reply, what):
        if reply.content_type == PROBLEM:
            self.check_problem(reply, what)
        if not operation or reply.status == 421:
            return  # What was for another server is no operation of this one.
        replies = operation.description["responses"]
        if reply.status == 304 and "200" in replies and not reply.body:
            return  # What a client has already, of which the description need not speak.
        declared = replies.get(str(reply.status))
        if declared is None:
            raise Violation(f"{what}: {operation.id} declares only {', '.join(replies)}")
        if "$ref" in declared:
            declared = self.resolver.resolve(declared["$ref"])[1]
        content = declared.get("content", {})
        if not content:
            if reply.body:
                raise Violation(f"{what}: declared without a body")
            return
        types = {name.partition(";")[0]: media for name, media in content.items()}
        if reply.content_type not in types:
            raise Violation(f"{what}: {reply.content_type!r} is not one of {', '.join(types)}")
        if reply.content_type.endswith("json"):
            self.check_value(types[reply.content_type].get("schema", {}), reply.json, what)
            self.check_sentences(reply.json, what)

    def check_sentences(self, value, what):
        """Sentences anywhere in a reply: notes of an import, reasons, refusals of a quote."""
        if isinstance(value, list):
            for each in value:
                self.check_sentences(each, what)
        elif isinstance(value, dict):
            text = next((value[name] for name in SENTENCES if name in value), None)
            if isinstance(value.get("code"), str) and isinstance(text, str):
                self.check_sentence(value, text, what)
            for each in value.values():
                self.check_sentences(each, what)

    def check_sentence(self, said, text, what):
        """Its code is one of the description, and its parameters make the text of the template."""
        templates = self.document["components"]["schemas"]["Problem"]["properties"]["code"][
            "x-sentences"]
        template = templates.get(said["code"])
        if template is None:
            raise Violation(f"{what}: the code {said['code']} is not described")
        params = said.get("params", {})
        if set(re.findall(PARAMETER, template)) != set(params):
            raise Violation(f"{what}: {sorted(params)} are not the parameters of {template!r}")
        for each in params.values():
            if isinstance(each, dict):
                self.check_sentence(each, each["detail"], what)
        filled = re.sub(PARAMETER, lambda match: text_of_parameter(params[match[1]]), template)
        if filled != text:
            raise Violation(f"{what}: the parameters make {filled!r}")

    def check_problem(self, reply, what):
        problem = reply.json
        self.check_value({"$ref": "#/components/schemas/Problem"}, problem, what)
        if problem["status"] != reply.status:
            raise Violation(f"{what}: says that it is {problem['status']}")
        if not problem["title"] or not problem.get("detail"):
            raise Violation(f"{what}: says nothing")
        self.check_sentence(problem, problem["detail"], what)
        if problem["code"] == "otherReason":
            raise Violation(f"{what}: this sentence has no code of its own")
        if reply.status in (429, 503) and not int(reply.headers.get("Retry-After", 0)) > 0:
            raise Violation(f"{what}: does not say when to try again")


def parse(text):
    """JSON, strictly: every member of an object once, and no NaN."""
    def once(pairs):
        if len(dict(pairs)) != len(pairs):
            raise Violation(f"a member is there twice: {[name for name, _ in pairs]}")
        return dict(pairs)

    def refuse(word):
        raise Violation(f"{word} is not JSON")
    return json.loads(text, object_pairs_hook=once, parse_constant=refuse)
