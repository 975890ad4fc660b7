import * as office from '@homecare/domain/family/contract.ts';
import * as own from '@homecare/domain/family/own-contract.ts';
import { bind, bindFamily, bindOpen } from '../platform/http/bind.ts';
import * as calendar from './calendar.ts';
import * as entering from './entering.ts';
import * as members from './members.ts';
import * as page from './page.ts';

export const familyRoutes = [
  bind(office.listMembers, members.listMembers),
  bind(office.invite, members.invite),
  bind(office.saveMember, members.saveMember),
  bind(office.sendLink, members.sendLink),
  bind(office.endMember, members.endMember),
  bindOpen(own.askLink, entering.askLink),
  bindOpen(own.beginPasskeySignIn, entering.beginPasskeySignIn),
  bindOpen(own.signInWithPasskey, entering.signInWithPasskey),
  bindFamily(own.getPage, page.getPage),
  bindFamily(own.chooseLanguage, page.chooseLanguage),
  bindFamily(own.signOut, entering.signOut),
  bindFamily(own.listPasskeys, entering.listPasskeys),
  bindFamily(own.beginPasskey, entering.beginPasskey),
  bindFamily(own.addPasskey, entering.addPasskey),
  bindFamily(own.removePasskey, entering.removePasskey),
  bindFamily(own.listVisits, page.listVisits),
  bindFamily(own.getCalendar, calendar.getCalendar),
  bindFamily(own.renewCalendar, calendar.renewCalendar),
  bindFamily(own.removeCalendar, calendar.removeCalendar),
  bindFamily(own.listArrivals, page.listArrivals),
];
