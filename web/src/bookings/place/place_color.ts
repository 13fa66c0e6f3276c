// The colour of a place as it is drawn. People choose any, and white or a pale yellow would be lost on
// a light page, and too bright behind light letters on a dark one.

import { luminance, safeColor } from '../../ui/colors';

// What is lighter has less than 3:1 on white.
const mostLuminance = 0.3;

// The same hue, darkened as far as is needed.
export function placeColor(color: string | undefined): string {
  const wanted = safeColor(color);
  const light = luminance(wanted);
  if (light <= mostLuminance) return wanted;
  const channels = [1, 3, 5].map((at) => parseInt(wanted.slice(at, at + 2), 16) / 255);
  const drawn = channels.map((each) => encoded(linear(each) * (mostLuminance / light)));
  return `#${drawn.map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

// Rounded down, so that it is not a hair too light.
function encoded(light: number): number {
  const part = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.floor(part * 255);
}
