/** Accepts only paths of this origin, not URLs of other sites that look like paths ('//evil', '/\evil'). */
export const safeRedirect = (wanted: unknown): string | undefined => {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted)) return undefined;
  const url = new URL(wanted, window.location.origin);
  if (url.origin !== window.location.origin || url.pathname.toLowerCase() === '/login') return undefined;
  return url.pathname + url.search;
};
