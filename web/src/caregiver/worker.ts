import { openAfresh } from '../platform/close-prompt.ts';

/** Not all browsers have Background Sync; an open page retries by itself. */
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
 * Registers the service worker of the caregiver's screen. A new release takes over at once but keeps the previous files, so
 * that open pages keep working. The page reloads when it is next looked at and nothing is under way.
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
