import * as calls from '@homecare/domain/offers/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as offers from './service.ts';
import { tryAutopilot } from './trying.ts';

export const offerRoutes = [
  bind(calls.listOffers, offers.listOffers),
  bind(calls.listAsked, offers.listAsked),
  bind(calls.sendOffers, offers.sendOffers),
  bind(calls.pauseOffers, offers.pauseOffers),
  bind(calls.resumeOffers, offers.resumeOffers),
  bind(calls.listOwnOffers, offers.listOwnOffers),
  bind(calls.openOffer, offers.openOffer),
  bind(calls.answerOffer, offers.answerOffer),
  bind(calls.getAutopilot, offers.getAutopilot),
  bind(calls.saveAutopilot, offers.saveAutopilot),
  bind(calls.tryAutopilot, tryAutopilot),
  bind(calls.sendTest, offers.sendTest),
  bind(calls.listProposals, offers.listProposals),
  bind(calls.closeProposal, offers.closeProposal),
];
