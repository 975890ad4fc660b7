import type { MenuKey } from '@homecare/domain/notices/schema.ts';
import {
  IconAlertTriangle,
  IconBell,
  IconCake,
  IconFileAlert,
  IconGift,
  type IconProps,
  IconShieldCheck,
  IconVideo,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

export const MENU_ICONS: Readonly<Record<MenuKey, ComponentType<IconProps>>> = {
  eligibility: IconShieldCheck,
  tsErrors: IconFileAlert,
  telehealthWarning: IconVideo,
  birthdayProvider: IconCake,
  birthdayClient: IconGift,
  warning: IconAlertTriangle,
  notifications: IconBell,
};
