/** Of the demo logins admin, user, provider and evv while the stories run. */
export const DEMO_PASSWORD = 'Browser-Story-2026';
