import { useCallback } from 'react';
import { hrefOf } from '../../platform/address.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { toast } from '../../platform/toasts.ts';
import type { FindEntry } from './find-entries.ts';

/** Opens what was chosen, here or in a new tab. */
export const useOpenEntry = (onClose: () => void) => {
  const openPage = useOpenPage();
  return useCallback(
    (entry: FindEntry, inNewTab: boolean) => {
      if (entry.href) window.location.assign(entry.href);
      const { place } = entry;
      // What is set before it opens is not in the address: another tab would not have it.
      if (place && inNewTab && (!entry.prepare || place.page)) {
        window.open(hrefOf(place), '_blank', 'noopener');
        return;
      }
      onClose();
      if (!place) return;
      const go = async () => {
        await entry.prepare?.();
        await openPage(place.to, place.page);
      };
      go().catch(() => toast.error('Couldn’t open this. Try again, or reload the page.'));
    },
    [openPage, onClose],
  );
};
