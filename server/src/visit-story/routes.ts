import { getVisitStory, listVisitsBehind } from '@homecare/domain/visit-story/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { loadVisitsBehind } from './behind.ts';
import { loadVisitStory } from './service.ts';

export const visitStoryRoutes = [
  bind(getVisitStory, loadVisitStory),
  bind(listVisitsBehind, loadVisitsBehind),
];
