"""The table that all servers are filled with, and the requests that they are asked."""

import json
import random

TABLE = "Entries"
INDEX = "ByMonth"
ITEMS = 7_000
PER_MONTH = 70  # Items of one partition of the index.
ITEM_BYTES = 1_126  # 1.1 KB by DynamoDB's accounting: the bytes of names and values.
BATCH = 25
TRANSACTION = 3

CREATE_TABLE = {
    "TableName": TABLE,
    "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"}
                             for name in ("PK", "SK", "month", "starts")],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"},
                  {"AttributeName": "SK", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [{
        "IndexName": INDEX,
        "KeySchema": [{"AttributeName": "month", "KeyType": "HASH"},
                      {"AttributeName": "starts", "KeyType": "RANGE"}],
        "Projection": {"ProjectionType": "ALL"},
        "ProvisionedThroughput": {"ReadCapacityUnits": 1000, "WriteCapacityUnits": 1000},
    }],
    "BillingMode": "PROVISIONED",
    "ProvisionedThroughput": {"ReadCapacityUnits": 1000, "WriteCapacityUnits": 1000},
}


def key(number):
    return {"PK": {"S": f"calendar#{number % 97:04}"}, "SK": {"S": f"entry#{number:08}"}}


def month(number):
    return f"calendar#{number // PER_MONTH:04}#2026-11"


def item(number):
    """An entry of a calendar, the same in every run."""
    words = random.Random(number)
    attributes = key(number) | {
        "month": {"S": month(number)},
        "starts": {"S": f"2026-11-{number % PER_MONTH % 28 + 1:02}T09:{number % 60:02}#{number}"},
        "title": {"S": f"Meeting number {number}"},
        "minutes": {"N": str(15 + number % 90)},
        "allDay": {"BOOL": number % 7 == 0},
        "version": {"S": "00000000"},  # Replaced by other versions in what is written.
        "notes": {"S": ""},
    }
    used = sum(len(name) + sum(len(str(value)) for value in typed.values())
               for name, typed in attributes.items())
    letters = words.choices("abcdefghijklmnopqrstuvwxyz ", k=ITEM_BYTES - used)
    attributes["notes"] = {"S": "".join(letters)}
    return attributes


def shuffled():
    """The items in the order in which they are asked for and written."""
    numbers = list(range(ITEMS))
    random.Random(1).shuffle(numbers)
    return numbers


def groups(numbers, size):
    """Disjoint groups, so that requests under way at one time do not meet."""
    return [numbers[i:i + size] for i in range(0, len(numbers) - size + 1, size)]


def batch_write(numbers):
    return {"RequestItems": {TABLE: [{"PutRequest": {"Item": item(n)}} for n in numbers]}}


def transaction(numbers):
    return {"TransactItems": [{"Put": {"TableName": TABLE, "Item": item(n)}} for n in numbers]}


def query(number):
    return {"TableName": TABLE, "IndexName": INDEX,
            "KeyConditionExpression": "#m = :m",
            "ExpressionAttributeNames": {"#m": "month"},
            "ExpressionAttributeValues": {":m": {"S": month(number)}}}


def bodies(operation):
    """The bodies of an operation, to be sent in turn. Writes replace items by ones of the same
    size, so that the data stay as large as they are."""
    numbers = shuffled()
    if operation == "GetItem":
        return [{"TableName": TABLE, "Key": key(n)} for n in numbers]
    if operation == "Query":
        return [query(n) for n in range(0, ITEMS, PER_MONTH)]
    if operation == "PutItem":
        return [{"TableName": TABLE, "Item": item(n)} for n in numbers]
    if operation == "TransactWriteItems":
        return [transaction(group) for group in groups(numbers, TRANSACTION)]
    return [batch_write(group) for group in groups(numbers, BATCH)]


def load(call):
    """Creates the table and fills it; `call(operation, body)` returns the reply."""
    call("CreateTable", CREATE_TABLE)
    while call("DescribeTable", {"TableName": TABLE})["Table"]["TableStatus"] != "ACTIVE":
        pass
    for numbers in groups(list(range(ITEMS)), BATCH):
        reply = call("BatchWriteItem", batch_write(numbers))
        if reply.get("UnprocessedItems"):
            raise RuntimeError("not everything was written")


def check(operation, reply):
    """Fails when the reply to the operation's first body is not what was asked for."""
    body = bodies(operation)[0]
    if operation == "GetItem":
        number = int(body["Key"]["SK"]["S"].removeprefix("entry#"))
        right = reply["Item"] | {"version": item(number)["version"]} == item(number)
    elif operation == "Query":
        right = reply["Count"] == PER_MONTH and len(reply["Items"]) == PER_MONTH
        right = right and {entry["month"]["S"] for entry in reply["Items"]} == {month(0)}
    elif operation == "BatchWriteItem":
        right = not reply.get("UnprocessedItems")
    else:
        right = reply == {}
    if not right:
        raise RuntimeError(f"a wrong reply to {operation}: {json.dumps(reply)[:500]}")


def check_written(call):
    """Fails when an item that every run writes early is still as it was loaded. The first batch
    will not do: wrk makes one request for itself before it sends any."""
    number = shuffled()[BATCH]
    found = call("GetItem", {"TableName": TABLE, "Key": key(number), "ConsistentRead": True})
    if found["Item"]["version"] == item(number)["version"]:
        raise RuntimeError("writes were acknowledged that did not happen")
