import { getFeed, removeFeed, renewFeed } from '@homecare/domain/schedule/contract.ts';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { useRead } from '../../platform/query.ts';

/** The address of a caregiver's calendar. It is known only here until the page is left, because the server stores only its hash. */
export const useCalendarFeed = (id: number) => {
  const [url, setUrl] = useState<string>();
  const query = useRead(getFeed, { id }, { staleTime: 0 });
  const changes = [getFeed] as const;
  const renew = useAction({ call: renewFeed, changes, onDone: ({ data }) => setUrl(data.url) });
  const remove = useAction({ call: removeFeed, changes, onDone: () => setUrl(undefined) });
  return {
    query,
    url,
    isPending: renew.pending || remove.pending,
    renew: () => void renew.run({ id }),
    remove: () => void remove.run({ id }),
  };
};

/** The address in the form that calendar apps open. */
export const calendarLink = (url: string) => url.replace(/^https?:/, 'webcal:');
