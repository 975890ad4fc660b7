/** The application's modules use Temporal when they load, so browsers without it load the polyfill first. */
export const fetchApplication = async () => {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  return import('./start.tsx');
};

/** Also loads the frame and the first list, which staff see first. */
export const fetchFirstPage = async () => {
  const application = await fetchApplication();
  await Promise.all([
    import('./Shell.tsx'),
    import('../features/people/PeoplePage.tsx'),
    import('../features/people/api.ts'),
  ]);
  return application;
};
