// The card of a person: picture or initials, name, life span. The frame of the picture tells the gender by its form, as in
// genograms: a square, a circle, a diamond; dashed where it is not known.

import { lifeSpan } from '../../life_span';
import type { Person } from '../../model';
import { fullName, initialsOfPerson, shortName } from '../../names';
import { thumbnailOf } from '../../photo_address';
import { t } from '../../../lib/messages';
import type { Card, Orientation } from '../layout/chart_layout';
import { arcShapes } from './arc_shapes';
import { fitted, type Measure } from './fit_text';
import { dots } from './more_dots';
import { fontOf, looks, type LookName, type Shape } from './shapes';

const radius = 8;
const pictureSize = 40;
const padding = 14;
const lineHeight = 16;

// A name alone for a chart that is seen from afar.
export type Detail = 'full' | 'name';

export interface CardStyle {
  isCentre: boolean;
  detail: Detail;
  orientation: Orientation;
  measure: Measure;
}

// Around the top left corner of the card; a part of a fan around that of the chart.
export function cardShapes(card: Card, person: Person, style: CardStyle): Shape[] {
  const look = card.isRepeat ? 'repeat' : style.isCentre ? 'centre' : 'card';
  if (card.arc) return arcShapes(card, card.arc, look, person, style.measure);
  const { width, height } = card;
  const face: Shape = { kind: 'rect', look, x: 0, y: 0, width, height, radius };
  if (style.detail === 'name') return [face, ...farName(card, person, style.measure)];
  return [
    face,
    ...pictureShapes(person, padding, (height - pictureSize) / 2),
    ...textShapes(card, person, style.measure),
    ...moreShapes(card, style.orientation),
  ];
}

function farName({ width, height }: Card, person: Person, measure: Measure): Shape[] {
  const font = fontOf('farName');
  const [text = ''] = fitted(shortName(person), width - padding, 1, font, measure);
  const y = height / 2 + font.size * 0.35;
  return [{ kind: 'text', look: 'farName', x: width / 2, y, text, anchor: 'middle' }];
}

export function photoOf({ photoUrl, isHidden }: Person): string | undefined {
  return isHidden ? undefined : thumbnailOf(photoUrl);
}

function pictureShapes(person: Person, x: number, y: number): Shape[] {
  const d = framePath(person.gender, x, y, pictureSize);
  const photo = photoOf(person);
  if (photo !== undefined) {
    return [
      { kind: 'photo', href: photo, x, y, size: pictureSize },
      { kind: 'path', look: 'photoFrame', d },
    ];
  }
  const middle = x + pictureSize / 2;
  const baseline = y + pictureSize / 2 + looks.initials.fontSize * 0.36;
  return [
    { kind: 'path', look: genderLook(person), d },
    {
      kind: 'text',
      look: 'initials',
      x: middle,
      y: baseline,
      text: initialsOfPerson(person),
      anchor: 'middle',
    },
  ];
}

function genderLook({ gender }: Person): LookName {
  return gender in looks ? gender : 'repeat';
}

function framePath(gender: Person['gender'], x: number, y: number, size: number): string {
  const half = size / 2;
  if (gender === 'Male') return `M${x} ${y}h${size}v${size}h${-size}z`;
  if (gender === 'Other') {
    return `M${x + half} ${y}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
  }
  return `M${x} ${y + half}a${half} ${half} 0 1 1 ${size} 0a${half} ${half} 0 1 1 ${-size} 0z`;
}

function textShapes(card: Card, person: Person, measure: Measure): Shape[] {
  const x = padding + pictureSize + padding - 2;
  const room = card.width - x - padding / 2;
  const life = lifeSpan(person);
  const note = card.isRepeat ? t.family.chart.repeat() : '';
  const nameLines = note && life ? 1 : 2;
  const rows: { look: 'name' | 'life' | 'note'; text: string }[] = [
    ...fitted(fullName(person), room, nameLines, fontOf('name'), measure).map((text) => ({
      look: 'name' as const,
      text,
    })),
    ...fitted(life, room, 1, fontOf('life'), measure).map((text) => ({
      look: 'life' as const,
      text,
    })),
    ...fitted(note, room, 1, fontOf('note'), measure).map((text) => ({
      look: 'note' as const,
      text,
    })),
  ].filter(({ text }) => text !== '');
  const top = (card.height - rows.length * lineHeight) / 2;
  return rows.map(({ look, text }, index) => ({
    kind: 'text',
    look,
    x,
    y: top + (index + 0.76) * lineHeight,
    text,
    anchor: 'start',
  }));
}

// Three dots where the chart was cut.
function moreShapes({ width, height, more }: Card, orientation: Orientation): Shape[] {
  const isDown = orientation === 'down';
  const parentsAt = isDown ? { x: width / 2, y: 0 } : { x: width, y: height / 2 };
  const childrenAt = isDown ? { x: width / 2, y: height } : { x: 0, y: height / 2 };
  return [
    ...(more.parents ? dots(parentsAt.x, parentsAt.y) : []),
    ...(more.children ? dots(childrenAt.x, childrenAt.y) : []),
  ];
}

// What a card says to those who do not see it.
export function cardLabel(card: Card, person: Person, isCentre: boolean): string {
  const words = t.family.chart;
  const parts = [
    lifeSpan(person),
    isCentre ? words.centred() : '',
    card.elsewhere === undefined ? '' : words.repeat(),
    card.more.parents ? words.moreParents() : '',
    card.more.children ? words.moreChildren() : '',
  ];
  return parts
    .filter(Boolean)
    .reduce((label, more) => words.with({ card: label, more }), fullName(person));
}
