import { operation } from './operation.mjs';

operation('demo-command');
