import { birthdaysOn } from '../calendar.ts';
import { counted } from '../counted.ts';
import {
  type FieldError,
  type GeneralReason,
  type Refusal,
  refuse,
  refuseAll,
  refuseFields,
} from '../errors.ts';
import { TWO_IMAGES } from '../messaging/images.ts';
import {
  BAD_MEDIA,
  canMail,
  canText,
  checkMails,
  checkSms,
  EMPTY_LIST,
  EMPTY_MESSAGE,
  fillTemplate,
  hasPlaceholder,
  isOneLine,
  smsNumber,
} from '../messaging/rules.ts';
import type { Channel } from '../messaging/schema.ts';
import { type BulkState, type Chosen, type Group, type Listed, MAX_BY_HAND } from './schema.ts';

export const MESSAGES_QUEUED = 'Success: Messages added to queue.';
export const MAILS_NOT_SENT = "Error: Can't send email messages";
export const ONE_BY_ONE = `At most ${MAX_BY_HAND} people are added or taken out one by one. Use the buttons for whole groups.`;
/** Shown when the server's list differs from the sender's, because people were added, archived or changed meanwhile. */
export const listChanged = (now: number, seen: number) =>
  now === seen
    ? 'The send list has changed: other people, names, phones or addresses than on your screen. Look at it and send again.'
    : `The send list has changed: ${counted(now, 'person', 'people')} now, ${seen.toLocaleString('en-US')} on your screen. Look at it and send again.`;
export const dayIsFull = (left: number, perDay: number) =>
  `Your agency sends at most ${perDay.toLocaleString('en-US')} messages a day; ${left.toLocaleString('en-US')} are left today.`;
export const WAITED_TOO_LONG = 'This send made no progress for more than a day and was ended.';
export const ENDED_ALREADY = 'All messages are in the queue already.';

// ---- who is on the lists

/** What the groups of a day depend on. */
export interface ListFacts {
  readonly today: Temporal.PlainDate;
  /** Month → ids of people without a timesheet for it. A month that is not loaded yet has nobody. */
  readonly withoutTimesheet: ReadonlyMap<string, ReadonlySet<number>>;
}

/** The e-mail screen offers providers and people with a verified address (docs/rules/bulk-messages.md, rule 2). */
const isOffered = (channel: Channel, { kind, verified }: Listed) =>
  channel === 'SMS' || kind === 'Provider' || verified;

/** A person without a valid address cannot be added to an e-mail (docs/rules/bulk-messages.md, rule 4). */
export const mayStand = (channel: Channel, person: Listed) =>
  isOffered(channel, person) && (channel === 'SMS' || canMail(person.email));

const IN_GROUP: Record<Group, (person: Listed, birthdays: readonly string[]) => boolean> = {
  providers: ({ kind }) => kind === 'Provider',
  clients: ({ kind }) => kind === 'Client',
  verified: ({ verified }) => verified,
  birthday: ({ birthday }, birthdays) => birthday !== null && birthdays.includes(birthday),
};

/** Whether somebody is on the list because of a group or month, ignoring who was taken out one by one. */
const groupTest = ({ groups, months }: Pick<Chosen, 'groups' | 'months'>, facts: ListFacts) => {
  const birthdays = birthdaysOn(facts.today);
  return (person: Listed) =>
    groups.some((group) => IN_GROUP[group](person, birthdays)) ||
    months.some((month) => facts.withoutTimesheet.get(month)?.has(person.id));
};

/** The send list, in the order of `people`. Browser and server both use this function. */
export const sendListOf = (
  channel: Channel,
  people: readonly Listed[],
  chosen: Chosen,
  facts: ListFacts,
): Listed[] => {
  const [plus, minus] = [new Set(chosen.plus), new Set(chosen.minus)];
  const isGrouped = groupTest(chosen, facts);
  return people.filter(
    (person) =>
      mayStand(channel, person) && !minus.has(person.id) && (plus.has(person.id) || isGrouped(person)),
  );
};

const without = (ids: readonly number[], gone: ReadonlySet<number>) => ids.filter((id) => !gone.has(id));

/** Adds a whole group or month, including members who were taken out one by one before. */
export const addGroup = (
  chosen: Chosen,
  added: Partial<Pick<Chosen, 'groups' | 'months'>>,
  people: readonly Listed[],
  facts: ListFacts,
): Chosen => {
  const { groups = [], months = [] } = added;
  const isIn = groupTest({ groups, months }, facts);
  const members = new Set(people.filter(isIn).map(({ id }) => id));
  return {
    groups: [...new Set([...chosen.groups, ...groups])],
    months: [...new Set([...chosen.months, ...months])],
    plus: without(chosen.plus, members),
    minus: without(chosen.minus, members),
  };
};

/** Adds people one by one; undefined if there would be too many. */
export const addPeople = (chosen: Chosen, added: readonly Listed[], facts: ListFacts): Chosen | undefined => {
  const isGrouped = groupTest(chosen, facts);
  const ids = new Set(added.map(({ id }) => id));
  const loose = added.filter((person) => !isGrouped(person)).map(({ id }) => id);
  const plus = [...new Set([...chosen.plus, ...loose])];
  return plus.length > MAX_BY_HAND ? undefined : { ...chosen, plus, minus: without(chosen.minus, ids) };
};

/** Takes one person out; undefined if too many were taken out one by one. */
export const takePerson = (chosen: Chosen, person: Listed, facts: ListFacts): Chosen | undefined => {
  const plus = chosen.plus.filter((id) => id !== person.id);
  if (!groupTest(chosen, facts)(person)) return { ...chosen, plus };
  const minus = [...new Set([...chosen.minus, person.id])];
  return minus.length > MAX_BY_HAND ? undefined : { ...chosen, plus, minus };
};

// ---- what each of them gets

export interface Draft {
  readonly subject: string;
  readonly text: string;
  /** The image URL of a picture message; '' for none. */
  readonly image: string;
  /** An uploaded image instead of a URL. */
  readonly imageId?: number | undefined;
}

export interface Outgoing {
  readonly person: Listed;
  /** A phone number or an address. */
  readonly recipient: string;
  readonly text: string;
}
export interface LeftOut {
  readonly person: Listed;
  readonly reason: string;
}

export const NO_PHONE = 'No phone on record';
export const SHORT_PHONE = 'Phone has fewer than ten digits';
export const PREMIUM_PHONE = 'Premium-rate number';
export const STOPPED_PHONE = 'Answered STOP';
export const ARCHIVED_SINCE = 'Archived after the send list was made';

/** Why this person cannot be reached; undefined if they can. Short phone numbers are skipped (docs/rules/bulk-messages.md, rule 5). */
export const unreachable = (
  channel: Channel,
  { phone, email, stopped }: Pick<Listed, 'phone' | 'email' | 'stopped'>,
) => {
  if (channel === 'Email') return canMail(email) ? undefined : 'No valid e-mail address';
  if (!phone) return NO_PHONE;
  if (canText(phone)) return stopped ? STOPPED_PHONE : undefined;
  return smsNumber(phone).length < 12 ? SHORT_PHONE : PREMIUM_PHONE;
};

/** Fills in the placeholders; %id% only in e-mails. */
export const textFor = (channel: Channel, text: string, { id, called }: Pick<Listed, 'id' | 'called'>) =>
  fillTemplate(text, channel === 'Email' ? { name: called, id } : { name: called });

/** Who gets which text. Two people who share a phone or address get the same text once. */
export const compose = (
  channel: Channel,
  members: readonly Listed[],
  text: string,
): { readonly going: Outgoing[]; readonly leftOut: LeftOut[] } => {
  const going: Outgoing[] = [];
  const leftOut: LeftOut[] = [];
  const known = new Map<string, Listed>();
  for (const person of members) {
    const reason = unreachable(channel, person);
    if (reason !== undefined) {
      leftOut.push({ person, reason });
      continue;
    }
    const recipient = channel === 'SMS' ? smsNumber(person.phone) : (person.email ?? '');
    const filled = textFor(channel, text, person);
    const key = `${recipient.toLowerCase()}\n${filled}`;
    const twin = known.get(key);
    if (twin) {
      const what = channel === 'SMS' ? 'phone' : 'address';
      leftOut.push({ person, reason: `Same ${what} and same words as ${twin.name}` });
    } else {
      known.set(key, person);
      going.push({ person, recipient, text: filled });
    }
  }
  return { going, leftOut };
};

/** A mark of the list that the sender saw, which stays the same only for the same people, names, phones and addresses. */
export const listMark = (channel: Channel, members: readonly Listed[]): string => {
  // Two 32-bit sums with mixed bits (cyrb53). Nobody attacks this, and browsers have no better hash at hand.
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (const { id, called, phone, email, stopped } of members)
    for (const unit of `${JSON.stringify([id, called, channel === 'SMS' ? [phone, stopped] : email])}\n`) {
      const code = unit.codePointAt(0) ?? 0;
      one = Math.imul(one ^ code, 2_654_435_761);
      two = Math.imul(two ^ code, 1_597_334_677);
    }
  const mixed = (sum: number, other: number) =>
    Math.imul(sum ^ (sum >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  const hex = (sum: number) => (sum >>> 0).toString(16).padStart(8, '0');
  return hex(mixed(one, two)) + hex(mixed(two, one));
};

/** An image URL must contain .png or .jpg (docs/rules/bulk-messages.md, rule 7). The server also requires the agency's own pages. */
export const isImageSource = (source: string) => /^https:\/\/[^\s/]+\/\S*\.(png|jpg)/i.test(source);

const faultOf = (channel: Channel, { recipient, text }: Outgoing, { subject }: Draft) =>
  channel === 'SMS'
    ? checkSms([{ number: recipient, text }])?.info
    : checkMails([{ email: recipient, text, subject }])?.info;

/** Everything that can be wrong with a bulk send. The first message is also the toast (docs/rules/bulk-messages.md, rules 6 and 7). */
export const checkBulk = (
  channel: Channel,
  members: readonly Listed[],
  draft: Draft,
  perDay: number,
): Refusal<GeneralReason | 'emptyMessage' | 'emptyList' | 'badImage'> | undefined => {
  const errors: FieldError[] = [];
  const isEmpty = draft.text.trim() === '';
  const isBadImage = channel === 'SMS' && draft.image !== '' && !isImageSource(draft.image);
  if (isEmpty) errors.push({ field: 'text', message: EMPTY_MESSAGE });
  if (members.length === 0) errors.push({ field: 'to', message: EMPTY_LIST });
  if (isBadImage) errors.push({ field: 'image', message: BAD_MEDIA });
  if (draft.image !== '' && draft.imageId !== undefined) errors.push({ field: 'image', message: TWO_IMAGES });
  if (channel === 'Email' && !isOneLine(draft.subject))
    errors.push({ field: 'subject', message: 'A subject is one line.' });
  const reason = isEmpty
    ? 'emptyMessage'
    : members.length === 0
      ? 'emptyList'
      : isBadImage
        ? 'badImage'
        : 'badInput';
  const refused = refuseAll(errors, reason);
  if (refused) return refused;
  if (members.length > perDay) return refuse('tooMany', dayIsFull(perDay, perDay));
  const { going } = compose(channel, members, draft.text);
  if (going.length === 0)
    return refuseFields([
      { field: 'to', message: 'Nobody on the send list can be reached: no phone takes texts.' },
    ]);
  for (const one of going) {
    const fault = faultOf(channel, one, draft);
    if (fault === undefined) continue;
    const length = one.text.length.toLocaleString('en-US');
    const named = hasPlaceholder(draft.text) ? ` For ${one.person.called} it has ${length}.` : '';
    return refuseFields([{ field: 'text', message: fault + named }]);
  }
  return undefined;
};

// ---- how far it is

export const isRunning = (state: BulkState) => state === 'waiting' || state === 'queueing';
