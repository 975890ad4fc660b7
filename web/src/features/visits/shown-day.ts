/** Key under which the day shown in EVV Admin is kept; '' follows today. */
export const VISITS_DAY = 'evv-admin.date';
