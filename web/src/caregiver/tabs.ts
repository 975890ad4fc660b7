import {
  IconBeach,
  IconCalendarClock,
  IconClockCheck,
  IconHandStop,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { MyWeekTab } from './MyWeekTab.tsx';
import { OpenVisitsTab, useOfferCount } from './OpenVisitsTab.tsx';
import { TimeOffTab } from './TimeOffTab.tsx';
import type { PhoneTabProps } from './tab-props.ts';
import { VisitsTab } from './VisitsTab.tsx';
import type { Words } from './words.ts';

export interface PhoneTab {
  readonly key: string;
  readonly label: (words: Words) => string;
  readonly icon: ComponentType<IconProps>;
  readonly page: ComponentType<PhoneTabProps>;
  /** Hook that counts what waits for the caregiver. */
  readonly useCount?: (props: PhoneTabProps) => number;
}

/** The bottom bar from left to right. Its pages are part of the screen's code, so that they work offline. */
export const PHONE_TABS: readonly PhoneTab[] = [
  { key: 'visits', label: (words) => words.tabVisits, icon: IconClockCheck, page: VisitsTab },
  {
    key: 'offers',
    label: (words) => words.tabOffers,
    icon: IconHandStop,
    page: OpenVisitsTab,
    useCount: useOfferCount,
  },
  { key: 'week', label: (words) => words.tabWeek, icon: IconCalendarClock, page: MyWeekTab },
  { key: 'timeOff', label: (words) => words.tabTimeOff, icon: IconBeach, page: TimeOffTab },
];
