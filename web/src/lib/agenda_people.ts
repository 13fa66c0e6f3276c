// The people whom somebody shares something with, for the parts of apps in the agenda.

export interface AgendaPerson {
  id: string;
  name: string;
}

interface MemberOf {
  userId: string;
  name?: string | null;
}

// So many things are asked for their members.
const maxAsked = 12;

// By the id of the thing. Of a thing whose members the person may not read, there are none.
export async function membersById<Member extends MemberOf>(
  things: readonly { id: string }[],
  membersOf: (id: string) => Promise<{ members: readonly Member[] }>,
): Promise<Map<string, readonly Member[]>> {
  const asked = things.slice(0, maxAsked).map(async ({ id }) => {
    const { members } = await membersOf(id).catch(() => ({ members: [] }));
    return [id, members] as const;
  });
  return new Map(await Promise.all(asked));
}

export async function peopleIn(
  things: readonly { id: string }[],
  membersOf: (id: string) => Promise<{ members: readonly MemberOf[] }>,
): Promise<AgendaPerson[]> {
  const people = new Map<string, string>();
  for (const members of (await membersById(things, membersOf)).values()) {
    for (const { userId, name } of members) if (name) people.set(userId, name);
  }
  return Array.from(people, ([id, name]) => ({ id, name }));
}
