"""Photos of people, and pictures to make them of, without a library for pictures."""

import struct
import zlib

from family_things import person_path
from file_things import send_file


def png_of(width, height, extra=b"", colour=(200, 30, 30)):
    """A picture of one colour. `extra` are chunks before its pixels."""
    rows = (b"\0" + bytes(colour) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def chunk(name, content):
    return (struct.pack(">I", len(content)) + name + content +
            struct.pack(">I", zlib.crc32(name + content)))


def photos_path(person, rest=""):
    return person_path(person, f"/photos{rest}")


def make_photo(user, person, picture=None, **options):
    upload = send_file(user, picture or png_of(20, 10), "me.png")
    return user.client.post(photos_path(person), {"uploadId": upload["id"], **options},
                            expect=201).json
