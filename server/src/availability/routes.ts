import * as calls from '@homecare/domain/availability/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import * as pairs from './pairs.ts';
import * as hours from './service.ts';
import * as skills from './skills.ts';
import * as timeOff from './time-off.ts';

export const availabilityRoutes = [
  bind(calls.getHours, hours.getHours),
  bind(calls.saveHours, hours.saveHours),
  bind(calls.listSkills, skills.listSkills),
  bind(calls.saveSkill, skills.saveSkill),
  bind(calls.removeSkill, skills.removeSkill),
  bind(calls.getNeeds, pairs.getNeeds),
  bind(calls.saveNeeds, pairs.saveNeeds),
  bind(calls.listPreferences, pairs.listPreferences),
  bind(calls.savePreference, pairs.savePreference),
  bind(calls.removePreference, pairs.removePreference),
  bindList(calls.listTimeOff, {
    // The rows contain people's names, and requests of those who have left disappear.
    revision: () => [
      ['timeOff', 'all'],
      ['people', 'staffed'],
    ],
    also: async (scope) => scope.today().toString(),
    load: timeOff.listTimeOffRows,
    loadChanged: timeOff.loadChangedTimeOff,
  }),
  bindList(calls.listOwnTimeOff, {
    revision: () => [
      ['timeOff', 'all'],
      ['people', 'named'],
    ],
    also: async (scope) => [scope.user.providerId, scope.today()].join('.'),
    load: timeOff.listOwnTimeOff,
  }),
  bind(calls.previewTimeOff, timeOff.previewTimeOff),
  bind(calls.saveTimeOff, timeOff.saveTimeOff),
  bind(calls.decideTimeOff, timeOff.decideTimeOff),
  bind(calls.removeTimeOff, timeOff.removeTimeOff),
];
