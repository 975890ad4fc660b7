import { useEffect } from 'react';
import { createStore } from '../platform/store.ts';

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}
const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event;

const offer = createStore<InstallEvent | undefined>(undefined);

window.addEventListener('beforeinstallprompt', (event) => {
  if (!isInstallEvent(event)) return;
  event.preventDefault();
  offer.set(event);
});
window.addEventListener('appinstalled', () => offer.set(undefined));

const isApp = () => window.matchMedia('(display-mode: standalone)').matches;
const isApple = () => /iPhone|iPad/.test(navigator.userAgent);

/** How this phone can install the screen as an app; undefined if it is installed already or cannot be. */
export const useInstall = (): 'button' | 'byHand' | undefined => {
  const offered = offer.use() !== undefined;
  if (isApp()) return undefined;
  return offered ? 'button' : isApple() ? 'byHand' : undefined;
};

export const install = async () => {
  await offer.get()?.prompt();
  offer.set(undefined);
};

const LINKS = [
  ['manifest', '/manifest.webmanifest'],
  ['apple-touch-icon', '/icon-180.png'],
] as const;

/** Only the caregiver's screen is an app, so other pages do not link the manifest. */
export const useManifest = () =>
  useEffect(() => {
    const links = LINKS.map(([rel, href]) => Object.assign(document.createElement('link'), { rel, href }));
    document.head.append(...links);
    return () => {
      for (const link of links) link.remove();
    };
  }, []);
