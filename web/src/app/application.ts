/** The application's modules use Temporal while they load, so a browser without it gets it first. */
export const fetchApplication = async () => {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  return import('./start.tsx');
};

/** The frame and the first list too: what staff see first. */
export const fetchFirstPage = async () => {
  const application = await fetchApplication();
  await Promise.all([
    import('./Shell.tsx'),
    import('../features/people/PeoplePage.tsx'),
    import('../features/people/api.ts'),
  ]);
  return application;
};
