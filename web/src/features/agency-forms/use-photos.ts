import { useRef } from 'react';
import { perform, useTask } from '../../platform/form/use-action.ts';
import { pictureFile } from '../../platform/picture-file.ts';
import type { PhotoDraft } from './answer-draft.ts';
import { UPLOAD_PHOTO } from './api.ts';

/** Photos go before the form that they belong to. */
export const usePhotos = () => {
  const sent = useRef(new Set<string>());
  const sending = useTask(async (photos: readonly PhotoDraft[]) => {
    for (const { name, data } of photos) {
      const file = pictureFile(name, data);
      const answer = await perform(UPLOAD_PHOTO, { photo: name }, { file });
      if (!answer.ok) return answer.info;
      sent.current.add(name);
    }
    return undefined;
  });
  return {
    pending: sending.pending,
    /** Why the last one did not get through. */
    refusal: sending.refusal,
    /** True where some go first: `then` follows once they are there. */
    goFirst: (photos: readonly PhotoDraft[], then: () => void): boolean => {
      const waiting = photos.filter(({ name }) => !sent.current.has(name));
      if (waiting.length === 0) return false;
      void sending.run(waiting).then(() => {
        if (waiting.every(({ name }) => sent.current.has(name))) then();
      });
      return true;
    },
  };
};
