import type { Switch } from '../call.ts';
import type { Capabilities } from './contract.ts';

/** What decides about switches. */
export type Switches = Pick<Capabilities, Exclude<Switch, 'version2'> | 'version'>;

/** Does the site's present state open this switch? */
export const isSwitchedOn = (capabilities: Switches, needed: Switch) =>
  needed === 'version2' ? capabilities.version >= 2 : capabilities[needed];
