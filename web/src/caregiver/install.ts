import { useEffect, useSyncExternalStore } from 'react';

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}
const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event;

let offer: InstallEvent | undefined;
const listeners = new Set<() => void>();
const put = (next: InstallEvent | undefined) => {
  offer = next;
  for (const listener of listeners) listener();
};
window.addEventListener('beforeinstallprompt', (event) => {
  if (!isInstallEvent(event)) return;
  event.preventDefault();
  put(event);
});
window.addEventListener('appinstalled', () => put(undefined));

const isApp = () => window.matchMedia('(display-mode: standalone)').matches;
const isApple = () => /iPhone|iPad/.test(navigator.userAgent);

/** How this phone puts the screen among its apps; undefined where it is one already or cannot be. */
export const useInstall = (): 'button' | 'byHand' | undefined => {
  const offered = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offer !== undefined,
  );
  if (isApp()) return undefined;
  return offered ? 'button' : isApple() ? 'byHand' : undefined;
};

export const install = async () => {
  await offer?.prompt();
  put(undefined);
};

const LINKS = [
  ['manifest', '/manifest.webmanifest'],
  ['apple-touch-icon', '/icon-180.png'],
] as const;

/** Only the employee screen is an app: other pages do not name the manifest. */
export const useManifest = () =>
  useEffect(() => {
    const links = LINKS.map(([rel, href]) => Object.assign(document.createElement('link'), { rel, href }));
    document.head.append(...links);
    return () => {
      for (const link of links) link.remove();
    };
  }, []);
