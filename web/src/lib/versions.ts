// Something was changed in two places. What each of them changed, field by field, and the choice
// between them.

export type Side = 'mine' | 'theirs';

export interface VersionField<Form> {
  // What it is called in `Choices`.
  field: string;
  label: string;
  // How it is shown, and what it is compared by when that is not the same.
  text: (form: Form) => string;
  key?: (form: Form) => string;
  // Gives `form` this field of `other`.
  take: (form: Form, other: Form) => void;
}

export type Choices = Partial<Record<string, Side>>;

export interface VersionRow {
  field: string;
  label: string;
  mine: string;
  theirs: string;
  differs: boolean;
  // Who changed it since the state that both began with.
  changedBy: 'me' | 'them' | 'both' | 'nobody';
  // Of a field that is a colour, to be shown beside its name.
  colors?: { mine: string; theirs: string };
}

export interface Versions<Form> {
  // The state that both began with, what I made of it, and how it is now.
  base: Form;
  mine: Form;
  theirs: Form;
}

export function rowsOf<Form>(
  fields: readonly VersionField<Form>[],
  { base, mine, theirs }: Versions<Form>,
): VersionRow[] {
  return fields.map(({ field, label, text, key = text }) => ({
    field,
    label,
    mine: text(mine),
    theirs: text(theirs),
    differs: key(mine) !== key(theirs),
    changedBy: changedBy(key(base) !== key(mine), key(base) !== key(theirs)),
  }));
}

// What only the others changed is theirs; everything else begins as one's own.
export function firstChoices(rows: readonly VersionRow[]): Choices {
  return Object.fromEntries(
    rows
      .filter((row) => row.differs)
      .map((row) => [row.field, row.changedBy === 'them' ? 'theirs' : 'mine']),
  );
}

export function allOf(rows: readonly VersionRow[], side: Side): Choices {
  return Object.fromEntries(rows.filter((row) => row.differs).map((row) => [row.field, side]));
}

// `start` becomes what was chosen. It begins as a copy of theirs.
export function applyChoices<Form>(
  fields: readonly VersionField<Form>[],
  start: Form,
  mine: Form,
  choices: Choices,
): Form {
  for (const { field, take } of fields) if (choices[field] !== 'theirs') take(start, mine);
  return start;
}

export function changedBy(byMe: boolean, byThem: boolean): VersionRow['changedBy'] {
  if (byMe) return byThem ? 'both' : 'me';
  return byThem ? 'them' : 'nobody';
}
