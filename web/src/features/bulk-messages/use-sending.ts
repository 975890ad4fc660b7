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
import { useKept } from '../../platform/kept.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { focusField } from '../../ui/form.tsx';
import { forgetRefusals, startSend, tellRefusal } from './api.ts';
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

/** The message of a sender: kept while staff are elsewhere, checked by the server's own rule, sent once. */
export const useSending = (channel: Channel, list: SendList) => {
  const perDay = useCapabilities()?.messagesPerDay ?? MAX_PER_DAY;
  const [draft, setDraft] = useKept<Draft>(`bulk.${channel}.draft`, NOTHING);
  const [image, keepImage] = useKept<Uploaded | null>(`bulk.${channel}.image`, null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [refused, setRefused] = useState<SendList['chosen']>();
  const [refusal, setRefusal] = useState<string>();
  const [ready, setReady] = useState<Ready>();
  const [busy, setBusy] = useState(false);
  const [sends, setSends] = useState(0);
  const attempt = useAttempt();

  const forgetFaults = () => {
    setErrors({});
    setRefusal(undefined);
  };
  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next });
    forgetFaults();
  };
  /** Called when an upload ends: the draft may be another one by then. */
  const setImage = (next: Uploaded | null) => {
    keepImage(next);
    forgetFaults();
  };
  /** As it is sent: an uploaded image goes before a link that was typed and stays in its box. */
  const written: Draft = image
    ? { ...draft, image: '', imageId: image.id }
    : { ...draft, image: draft.image.trim() };
  const told = ({ errors: faults, info }: Pick<Refusal<Reason>, 'errors' | 'info'>) => {
    setErrors(Object.fromEntries(faults.map(({ field, message }) => [field, message])));
    setRefusal(faults.length > 0 ? undefined : info);
    setRefused(list.chosen);
    const [first] = faults;
    if (first) focusField(first.field);
  };
  /** Checks, and asks for the last look. */
  const prepare = () => {
    forgetRefusals();
    forgetFaults();
    const fault = checkBulk(channel, list.members, written, perDay);
    if (fault) {
      tellRefusal(channel, fault);
      return told(fault);
    }
    const { chosen: to, members } = list;
    const seen = members.length;
    setReady({ to, seen, mark: listMark(channel, members), ...compose(channel, members, draft.text) });
  };
  const send = async () => {
    if (busy || !ready) return;
    setBusy(true);
    const { to, seen, mark } = ready;
    const asked = { to, seen, mark, draft: written };
    const sent = await attempt(asked, (key) => startSend(channel, asked, key));
    setBusy(false);
    if (sent.ok) {
      setReady(undefined);
      setDraft(NOTHING);
      keepImage(null);
      setSends(sends + 1);
      return list.empty();
    }
    // Not answered: the same attempt may be made again from where it stands.
    if (sent.reason === 'unavailable') return;
    setReady(undefined);
    told(sent);
  };
  const cancel = () => setReady(undefined);
  // What was said of the send list is over when it is another one.
  const listError = refused === list.chosen ? errors.to : undefined;
  const said = { errors, listError, refusal };
  return { draft, change, image, setImage, ...said, ready, busy, sends, prepare, send, cancel };
};
