import {
  checkBulk,
  compose,
  type Draft,
  type LeftOut,
  listMark,
  type Outgoing,
} from '@homecare/domain/bulk-messages/rules.ts';
import { NOBODY } from '@homecare/domain/bulk-messages/schema.ts';
import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { MAX_PER_DAY } from '@homecare/domain/sites/limits.ts';
import { useEffect, useState } from 'react';
import { useSending } from '../../platform/form/use-action.ts';
import { type OfferedDraft, useDraft } from '../../platform/form/use-draft.ts';
import { useFaults } from '../../platform/form/use-faults.ts';
import { keep, useKept } from '../../platform/kept.ts';
import { useCapabilities } from '../../platform/site.ts';
import { focusField } from '../../ui/form.tsx';
import { announceRefusal, announceStart, forgetRefusals, START_MAILS, START_TEXTS } from './api.ts';
import { sendListKey } from './start-send-list.ts';
import type { Uploaded } from './use-image-upload.ts';
import type { SendList } from './use-send-list.ts';

const NOTHING: Draft = { subject: '', text: '', image: '' };

/** What outlives the window: the words, and who was to get them. */
type Kept = Pick<Draft, 'subject' | 'text' | 'image'> & { readonly to: SendList['chosen'] };
const NOTHING_KEPT: Kept = { subject: '', text: '', image: '', to: NOBODY };

const isWritten = ({ subject, text, image }: Pick<Draft, 'subject' | 'text' | 'image'>) =>
  [subject, text, image].some((typed) => typed.trim() !== '');

/** A message that is not sent is kept on the device, as typed forms are, and offered where the page is opened with none. */
const useMessageDraft = (channel: Channel, draft: Draft, { chosen: to }: SendList) => {
  const { found, offer, note, forget } = useDraft({ form: `bulk ${channel}`, stored: NOTHING_KEPT });
  const { subject, text, image } = draft;
  const isTyped = isWritten(draft);
  useEffect(() => {
    note({ subject, text, image, to }, NOTHING_KEPT, isTyped);
  }, [note, subject, text, image, to, isTyped]);
  useEffect(() => {
    // It was typed in this window and is still in its boxes, or another message is being typed.
    if (found && isTyped) offer(undefined);
  }, [found, isTyped, offer]);
  const restore = ({ to: wanted, ...words }: Kept) => {
    offer(undefined);
    keep(`bulk.${channel}.draft`, words);
    keep(sendListKey(channel), wanted);
  };
  const offered: OfferedDraft | undefined = found && {
    at: found.at,
    both: [],
    restore: () => restore(found.typed),
    discard: forget,
  };
  return { offered, forget };
};

/** What is about to be sent, for a last look; sent is what was looked at, whatever the lists are by then. */
export interface Ready {
  readonly to: SendList['chosen'];
  readonly seen: number;
  readonly mark: string;
  readonly going: readonly Outgoing[];
  readonly leftOut: readonly LeftOut[];
}

/** Texts and e-mails go by calls of their own. */
const useStart = (channel: Channel) => {
  const texts = useSending(START_TEXTS);
  const mails = useSending(START_MAILS);
  return {
    pending: texts.pending || mails.pending,
    run: async ({ to, seen, mark }: Ready, { text, subject, image, imageId }: Draft) => {
      const of = { to, seen, mark, text };
      const sent =
        channel === 'SMS'
          ? await texts.run({ input: { ...of, image, ...(imageId !== undefined && { imageId }) } })
          : await mails.run({ input: { ...of, subject } });
      if (sent) announceStart(channel, sent);
      return sent;
    },
  };
};

/** The message of a sender, kept while staff are elsewhere. */
const useMessage = (channel: Channel) => {
  const [draft, setDraft] = useKept<Draft>(`bulk.${channel}.draft`, NOTHING);
  const [image, setImage] = useKept<Uploaded | null>(`bulk.${channel}.image`, null);
  /** As it is sent: an uploaded image goes before a link that was typed and stays in its box. */
  const written: Draft = image
    ? { ...draft, image: '', imageId: image.id }
    : { ...draft, image: draft.image.trim() };
  const empty = () => {
    setDraft(NOTHING);
    setImage(null);
  };
  return { draft, setDraft, image, setImage, written, empty };
};

/** What is wrong with a message; what was said of its send list is over when it is another one. */
const useMessageFaults = ({ chosen }: SendList) => {
  const faults = useFaults();
  const ofList = useFaults(chosen);
  return {
    ...faults,
    ofList: ofList.errorOf('to'),
    show: (refused: Pick<Refusal<Reason>, 'errors' | 'info'>) => {
      faults.show(refused);
      ofList.show(refused);
      const [first] = refused.errors;
      if (first) focusField(first.field);
    },
    forget: () => {
      faults.forget();
      ofList.forget();
    },
  };
};

/** Checks a message by the server's own rule, asks for a last look, and sends it once. */
export const useBulkSending = (channel: Channel, list: SendList) => {
  const perDay = useCapabilities()?.messagesPerDay ?? MAX_PER_DAY;
  const { draft, setDraft, image, setImage, written, empty } = useMessage(channel);
  const kept = useMessageDraft(channel, draft, list);
  const faults = useMessageFaults(list);
  const [ready, setReady] = useState<Ready>();
  const [sends, setSends] = useState(0);
  const starting = useStart(channel);

  /** Checks, and asks for the last look. */
  const prepare = () => {
    forgetRefusals();
    faults.forget();
    const fault = checkBulk(channel, list.members, written, perDay);
    if (fault) {
      announceRefusal(channel, fault);
      return faults.show(fault);
    }
    const { chosen: to, members } = list;
    const seen = members.length;
    setReady({ to, seen, mark: listMark(channel, members), ...compose(channel, members, draft.text) });
  };
  const send = async () => {
    const sent = ready && (await starting.run(ready, written));
    // Not answered: the same attempt may be made again from where it is.
    if (!sent || (!sent.ok && sent.reason === 'unavailable')) return;
    setReady(undefined);
    if (!sent.ok) return faults.show(sent);
    kept.forget();
    empty();
    setSends(sends + 1);
    list.empty();
  };
  return {
    draft,
    offered: kept.offered,
    change: (next: Partial<Draft>) => {
      setDraft({ ...draft, ...next });
      faults.forget();
    },
    image,
    /** Called when an upload ends: the draft may be another one by then. */
    setImage: (next: Uploaded | null) => {
      setImage(next);
      faults.forget();
    },
    errorOf: faults.errorOf,
    listError: faults.ofList,
    refusal: faults.refusal,
    ready,
    pending: starting.pending,
    sends,
    prepare,
    send,
    cancel: () => setReady(undefined),
  };
};
