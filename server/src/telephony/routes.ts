import * as calls from '@homecare/domain/telephony/contract.ts';
import { bind, bindOpen } from '../platform/http/bind.ts';
import * as hooks from './hooks.ts';
import * as office from './service.ts';

export const telephonyRoutes = [
  bindOpen(calls.takeCall, hooks.takeCall),
  bindOpen(calls.takeStep, hooks.takeStep),
  bindOpen(calls.takeEnd, hooks.takeEnd),
  bind(calls.getTelephony, office.getTelephony),
  bind(calls.saveLine, office.saveLine),
  bind(calls.savePins, office.savePins),
  bind(calls.removePin, office.removePin),
  bind(calls.addDevice, office.addDevice),
  bind(calls.removeDevice, office.removeDevice),
  bind(calls.listCalls, office.listCalls),
  bind(calls.markCallSeen, office.markCallSeen),
];
