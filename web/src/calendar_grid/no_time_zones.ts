// In place of `temporal-polyfill` (vite.config.ts): FullCalendar needs it for named time zones, and ours
// is always UTC (fullcalendar_options.ts).

function refuse(): never {
  throw new Error('FullCalendar has been built without time zones other than UTC.');
}

export {
  refuse as create,
  refuse as fromEpochMilliseconds,
  refuse as offsetNanoseconds,
  refuse as toZonedDateTime,
  refuse as toZonedDateTimeISO,
};
