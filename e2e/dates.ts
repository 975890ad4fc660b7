/** Today on the clock of the office: server and browser both keep Colorado time. */
export const today = () => Temporal.Now.plainDateISO('America/Denver');

/** A date as people type and read it: 01-31-2026. */
export const showDate = ({ month, day, year }: Temporal.PlainDate) =>
  `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}-${year}`;

/** The date so many days from today, as people type and read it. */
export const showDay = (days: number) => showDate(today().add({ days }));

/** The month before this one, as calls name it: 2026-01. Of the demo agency most of it is served, and a part billed. */
export const lastMonth = today().toPlainYearMonth().subtract({ months: 1 }).toString();
