import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { loadVisitStory } from './service.ts';

export const visitStoryRoutes = [bind(getVisitStory, loadVisitStory)];
