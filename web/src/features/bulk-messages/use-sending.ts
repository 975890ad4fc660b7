import {
  checkBulk,
  compose,
  type Draft,
  type LeftOut,
  listMark,
  type Outgoing,
} from '@homecare/domain/bulk-messages/rules.ts';
import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { MAX_PER_DAY } from '@homecare/domain/sites/limits.ts';
import { useState } from 'react';
import { useSending } from '../../platform/form/use-action.ts';
import { useKept } from '../../platform/kept.ts';
import { useCapabilities } from '../../platform/site.ts';
import { focusField } from '../../ui/form.tsx';
import { announceRefusal, announceStart, forgetRefusals, START_MAILS, START_TEXTS } from './api.ts';
import type { Uploaded } from './use-image-upload.ts';
import type { SendList } from './use-send-list.ts';

const NOTHING: Draft = { subject: '', text: '', image: '' };

/** What is about to be sent, for a last look; sent is what was looked at, whatever the lists are by then. */
export interface Ready {
  readonly to: SendList['chosen'];
  readonly seen: number;
  readonly mark: string;
  readonly going: readonly Outgoing[];
  readonly leftOut: readonly LeftOut[];
}

/** What was wrong with the last try, and with which send list. */
interface Rejection {
  readonly errors: Readonly<Record<string, string>>;
  readonly refusal: string | undefined;
  readonly of: SendList['chosen'];
}
const NO_ERRORS: Rejection['errors'] = {};

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

/** Checks a message by the server's own rule, asks for a last look, and sends it once. */
export const useBulkSending = (channel: Channel, list: SendList) => {
  const perDay = useCapabilities()?.messagesPerDay ?? MAX_PER_DAY;
  const { draft, setDraft, image, setImage, written, empty } = useMessage(channel);
  const [rejection, setRejection] = useState<Rejection>();
  const [ready, setReady] = useState<Ready>();
  const [sends, setSends] = useState(0);
  const starting = useStart(channel);

  const showRejection = ({ errors: faults, info }: Pick<Refusal<Reason>, 'errors' | 'info'>) => {
    const errors = Object.fromEntries(faults.map(({ field, message }) => [field, message]));
    setRejection({ errors, refusal: faults.length > 0 ? undefined : info, of: list.chosen });
    const [first] = faults;
    if (first) focusField(first.field);
  };
  /** Checks, and asks for the last look. */
  const prepare = () => {
    forgetRefusals();
    setRejection(undefined);
    const fault = checkBulk(channel, list.members, written, perDay);
    if (fault) {
      announceRefusal(channel, fault);
      return showRejection(fault);
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
    if (!sent.ok) return showRejection(sent);
    empty();
    setSends(sends + 1);
    list.empty();
  };
  return {
    draft,
    change: (next: Partial<Draft>) => {
      setDraft({ ...draft, ...next });
      setRejection(undefined);
    },
    image,
    /** Called when an upload ends: the draft may be another one by then. */
    setImage: (next: Uploaded | null) => {
      setImage(next);
      setRejection(undefined);
    },
    errors: rejection?.errors ?? NO_ERRORS,
    // What was said of the send list is over when it is another one.
    listError: rejection?.of === list.chosen ? rejection.errors.to : undefined,
    refusal: rejection?.refusal,
    ready,
    pending: starting.pending,
    sends,
    prepare,
    send,
    cancel: () => setReady(undefined),
  };
};
