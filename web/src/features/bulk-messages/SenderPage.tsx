import type { Listed } from '@homecare/domain/bulk-messages/schema.ts';
import { fold } from '@homecare/domain/fold.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { Button, Loader } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useKept } from '../../platform/kept.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { ErrorState, useSlow } from '../../ui/states.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { SendLogDialog } from '../messaging/SendLogDialog.tsx';
import { MessagePanel } from './MessagePanel.tsx';
import { PeopleColumn } from './PeopleColumn.tsx';
import classes from './SenderPage.module.css';
import { SendProgress } from './SendProgress.tsx';
import { type SendList, useSendList } from './use-send-list.ts';

const textOf = ({ name, called, phone, email, language }: Listed) =>
  fold([name, called, phone, phone?.replace(/\D/g, ''), email, language].join(' '));

/** Every word must occur in name, phone, e-mail or language. */
const useFound = (people: readonly Listed[], typed: string) => {
  const texts = useMemo(() => new Map(people.map((person) => [person.id, textOf(person)])), [people]);
  return useMemo(() => {
    const words = fold(typed)
      .split(/[\s,]+/)
      .filter(Boolean);
    return (person: Listed) => words.every((word) => texts.get(person.id)?.includes(word));
  }, [texts, typed]);
};

/** The two lists that staff choose from (docs/rules/bulk-messages.md, rule 2). */
const SOURCES: Readonly<
  Record<
    Channel,
    readonly { readonly label: string; readonly tab: string; readonly has: (one: Listed) => boolean }[]
  >
> = {
  SMS: [
    { label: 'Providers', tab: 'Providers', has: ({ kind }) => kind === 'Provider' },
    { label: 'Clients', tab: 'Clients', has: ({ kind }) => kind === 'Client' },
  ],
  Email: [
    { label: 'All Providers', tab: 'Providers', has: ({ kind }) => kind === 'Provider' },
    { label: 'Verified Email', tab: 'Verified', has: ({ verified }) => verified },
  ],
};
const PARTS = ['text', 'first', 'second', 'send'] as const;
type Part = (typeof PARTS)[number];

interface ColumnsProps {
  readonly channel: Channel;
  readonly list: SendList;
  readonly search: string;
}

const Columns = ({ channel, list, search }: ColumnsProps) => {
  const isPhone = useIsPhone();
  const [part, setPart] = useState<Part>('text');
  const typed = useDeferredValue(search);
  const isFound = useFound(list.people, typed);
  const sources = useMemo(
    () => SOURCES[channel].map((source) => ({ ...source, people: list.people.filter(source.has) })),
    [channel, list.people],
  );
  const found = useMemo(
    () => sources.map((source) => ({ ...source, people: source.people.filter(isFound) })),
    [sources, isFound],
  );
  const members = useMemo(() => list.members.filter(isFound), [list.members, isFound]);
  const isSearching = typed.trim() !== '';
  const none = isSearching ? `Nobody matches “${typed.trim()}”.` : 'Nobody is here.';
  return (
    <>
      {isPhone && (
        <CountTabs
          label="Parts of the page"
          tabs={[
            { key: 'text', label: 'Text', count: null },
            ...found.map(({ tab, people }, n) => ({
              key: n === 0 ? ('first' as const) : ('second' as const),
              label: tab,
              count: people.length,
            })),
            { key: 'send', label: 'Send', count: members.length },
          ]}
          value={part}
          onChange={setPart}
        />
      )}
      <div className={classes.columns} data-shown={part}>
        {found.map(({ label, people }, n) => (
          <PeopleColumn
            key={label}
            part={n === 0 ? 'first' : 'second'}
            label={label}
            channel={channel}
            people={people}
            on={list.ids}
            onPick={list.toggle}
            empty={none}
            action={
              isSearching &&
              people.length > 0 && (
                <Button onClick={() => list.addFound(people)}>
                  Add {people.length.toLocaleString('en-US')} found
                </Button>
              )
            }
          />
        ))}
        <PeopleColumn
          part="send"
          label="Send"
          channel={channel}
          people={members}
          onPick={list.toggle}
          empty={
            isSearching && list.members.length > 0
              ? `Nobody on the send list matches “${typed.trim()}”.`
              : 'Press people in the lists, or a button of a whole group, to add them.'
          }
          action={channel === 'SMS' && list.members.length > 0 && <Button onClick={list.clear}>Clear</Button>}
        />
        <MessagePanel channel={channel} list={list} />
      </div>
    </>
  );
};

/** Bulk text and bulk e-mail screen. */
export const SenderPage = ({ channel }: { readonly channel: Channel }) => {
  const list = useSendList(channel);
  const [search, setSearch] = useKept(`bulk.${channel}.search`, '');
  const [showsLog, setShowsLog] = useState(false);
  const zone = useCapabilities()?.timeZone;
  const failure = failureOf(list.query, 'Couldn’t load the people', 'Your message is kept.');
  const slow = useSlow(list.query.isPending);
  return (
    <div className={classes.page}>
      <FilterBar
        actions={
          <Button leftSection={<IconMessages {...menuIcon} />} onClick={() => setShowsLog(true)}>
            Send log
          </Button>
        }
      >
        <SearchBox
          label="Search people"
          placeholder="Name, phone, e-mail or language"
          value={search}
          onChange={setSearch}
        />
      </FilterBar>
      <SendProgress channel={channel} />
      {failure ? (
        <ErrorState {...failure} />
      ) : list.query.data && zone ? (
        <Columns channel={channel} list={list} search={search} />
      ) : (
        slow && <Loader className={classes.loader ?? ''} size="sm" aria-label="Loading people…" />
      )}
      {showsLog && zone && <SendLogDialog zone={zone} onClose={() => setShowsLog(false)} />}
    </div>
  );
};

export const SmsSenderPage = () => <SenderPage channel="SMS" />;
export const EmailSenderPage = () => <SenderPage channel="Email" />;
