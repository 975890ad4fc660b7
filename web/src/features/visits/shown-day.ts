/** Where the day that EVV Admin shows is kept; '' follows today. */
export const VISITS_DAY = 'evv-admin.date';
