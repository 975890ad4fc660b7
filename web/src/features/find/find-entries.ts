import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Place } from '../../platform/address.ts';
import type { Tone } from '../../ui/tones.ts';

/** One line of 'Search or jump to': a record, a screen, or something to do. */
export interface FindEntry {
  readonly key: string;
  readonly icon: ComponentType<IconProps>;
  readonly title: string;
  /** Gray behind the title. */
  readonly note?: string | undefined;
  /** At the right end: its present state. */
  readonly aside?: string | undefined;
  readonly tone?: Tone | undefined;
  /** Where it is; it opens there, in a new tab too. */
  readonly place?: Place | undefined;
  /** A phone number to call. */
  readonly href?: string | undefined;
  /** Before the place is opened: what its list is to show. */
  readonly prepare?: (() => void | Promise<void>) | undefined;
  /** More than to open it: Tab. */
  readonly actions?: readonly FindEntry[] | undefined;
}

export interface FindGroup {
  readonly title: string;
  /** Beside the title: all of them, in their list. */
  readonly all?: FindEntry | undefined;
  readonly entries: readonly FindEntry[];
}

/** An id of the page: no space may be in it. */
export const idWith = (id: string, key: string) => `${id}-${key.replace(/[^a-z0-9]+/gi, '-')}`;
