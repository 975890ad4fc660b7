import * as calls from '@homecare/domain/offers/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import * as revisions from './revisions.ts';
import * as offers from './service.ts';
import { tryAutopilot } from './trying.ts';

export const offerRoutes = [
  bindList(calls.listOffers, { revision: revisions.offersRevision, load: offers.listOffers }),
  bindList(calls.listAsked, {
    revision: revisions.besideVisitsRevision,
    also: revisions.askedCircumstances,
    load: offers.listAsked,
  }),
  bind(calls.sendOffers, offers.sendOffers),
  bind(calls.pauseOffers, offers.pauseOffers),
  bind(calls.resumeOffers, offers.resumeOffers),
  bindList(calls.listOwnOffers, {
    revision: revisions.besideVisitsRevision,
    also: revisions.ownCircumstances,
    load: offers.listOwnOffers,
  }),
  bind(calls.openOffer, offers.openOffer),
  bind(calls.answerOffer, offers.answerOffer),
  bind(calls.getAutopilot, offers.getAutopilot),
  bind(calls.saveAutopilot, offers.saveAutopilot),
  bind(calls.tryAutopilot, tryAutopilot),
  bind(calls.sendTest, offers.sendTest),
  bindList(calls.listProposals, {
    revision: revisions.besideVisitsRevision,
    also: revisions.proposalCircumstances,
    load: offers.listProposals,
  }),
  bind(calls.closeProposal, offers.closeProposal),
];
