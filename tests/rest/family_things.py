"""Family trees and the people in them, made over the API."""

import time
import urllib.parse

TREES = "/api/v1/trees"
TREE_FEED = "/api/v1/tree-feed"
SETTINGS = "/api/v1/settings"
TABLE = "Yggdrasil"
PATIENCE_S = 60
PAUSE_S = 0.05


def allow_public_trees(administrator, is_allowed=True):
    """Whether public trees can be read without an account."""
    sign_up = administrator.client.get(SETTINGS).json["signUp"]
    administrator.client.put(SETTINGS, {"signUp": sign_up, "publicTrees": is_allowed})


def make_tree_feed(person, query=""):
    """The path of a new secret address, with its query."""
    url = urllib.parse.urlsplit(person.client.post(TREE_FEED + query, expect=201).json["url"])
    return url.path + (f"?{url.query}" if url.query else "")


def make_tree(owner, /, name="Smith", write=None, read=None, **options):
    """A tree, with somebody who may write in it and somebody who may read it."""
    tree = owner.client.post(TREES, {"treeName": name, **options}, expect=201).json
    for role, person in (("write", write), ("read", read)):
        if person:
            add_to_tree(owner, tree, person, role)
    return tree


def shared_tree(owner, /, name, **options):
    """One tree of an owner for all who ask for that name: nobody may invite too often."""
    known = vars(owner).setdefault("shared_trees", {})
    if name not in known:
        known[name] = make_tree(owner, name, **options)
    return known[name]


def add_to_tree(owner, tree, person, role):
    """A person, or the address of somebody without an account."""
    email = person if isinstance(person, str) else person.email
    made = owner.client.post(tree_path(tree, "/members"), {"email": email, "role": role},
                             expect=201).json
    return made.get("member")


def reimport_path(reimport, rest=""):
    return f"{TREES}/{reimport['treeId']}/import/{reimport['id']}{rest}"


def settled(person, reimport):
    """A reimport when nothing happens to it any more."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        found = person.client.get(reimport_path(reimport)).json
        is_moving = found["state"] in ("waiting", "reading", "writing", "undoing")
        if not is_moving or time.monotonic() > deadline:
            return found
        time.sleep(PAUSE_S)


def compared(person, tree, upload):
    """A tree that was compared with a file."""
    begun = person.client.post(tree_path(tree, "/import"), {"uploadId": upload["id"]},
                               expect=202).json
    return settled(person, begun)


def tree_path(tree, rest=""):
    return f"{TREES}/{tree['treeId']}{rest}"


def person_path(person, rest=""):
    return f"{TREES}/{person['treeId']}/persons/{person['personId']}{rest}"


def parent_path(parent, child):
    return tree_path(parent,
                     f"/relationships/parents/{parent['personId']}/{child['personId']}")


def couple_path(first, second):
    return tree_path(first, f"/relationships/couples/{first['personId']}/{second['personId']}")


def make_relative(user, tree, first="Ada", last="Smith", **options):
    """A person of a tree; the relatives are given as parents=[...], children=[...] and
    spouses=[...]."""
    for kind in ("parents", "children", "spouses"):
        if kind in options:
            options[kind] = [{"personId": each["personId"]} for each in options[kind]]
    return user.client.post(tree_path(tree, "/persons"),
                            {"firstName": first, "lastName": last, **options}, expect=201).json


def link(user, parent, child, expect=201, **options):
    return user.client.post(tree_path(parent, "/relationships"), {
        "relationshipType": "ParentChild", "parentId": parent["personId"],
        "childId": child["personId"], **options}, expect=expect).json


def marry(user, first, second, **options):
    return user.client.post(tree_path(first, "/relationships"), {
        "relationshipType": "Spousal", "person1Id": first["personId"],
        "person2Id": second["personId"], **options}, expect=201).json
