// Sizes of a chart, in pixels at a zoom of 1.

export const cardWidth = 200;
export const cardHeight = 68;
// Around the whole chart.
export const margin = 24;
// Between the two of a couple, between siblings, and between others of the same generation.
export const coupleGap = 28;
export const siblingGap = 24;
export const cousinGap = 48;
// Between two generations, apart from what the lines need.
export const rowGap = 44;
// Between two lines that run beside one another.
export const trackStep = 9;
// Between two lines that end at the same card.
export const portStep = 14;
