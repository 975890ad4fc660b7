import { openAfresh } from '../platform/close-prompt.ts';

/** Background Sync is not everywhere: the page's own tries do the same while it is open. */
interface WithSync {
  readonly sync: { register(tag: string): Promise<void> };
}
const hasSync = (registration: object): registration is WithSync => 'sync' in registration;

export const askForSync = async () => {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration && hasSync(registration))
    await registration.sync.register('attempts').catch(() => undefined);
};

/**
 * Registers the service worker of the employee screen. A new release takes over at once and keeps the files of the one
 * before, so an open page stays whole; the page itself changes when it is next looked at and nothing is under way.
 */
export const followWorker = (isBusy: () => boolean) => {
  const workers = navigator.serviceWorker;
  if (!workers || !import.meta.env.PROD) return () => undefined;
  let outdated = false;
  const hadOne = workers.controller !== null;
  const onChange = () => {
    outdated = hadOne;
  };
  const onVisibility = () => {
    if (outdated && !isBusy() && navigator.onLine) openAfresh('/evv');
    else if (document.visibilityState === 'visible')
      void workers.getRegistration().then((registration) => registration?.update().catch(() => undefined));
  };
  workers.addEventListener('controllerchange', onChange);
  document.addEventListener('visibilitychange', onVisibility);
  void workers.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  void navigator.storage?.persist?.().catch(() => false);
  return () => {
    workers.removeEventListener('controllerchange', onChange);
    document.removeEventListener('visibilitychange', onVisibility);
  };
};
