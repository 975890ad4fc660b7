import { runLonger } from './longer-test.ts';

/** 2,000 random calculations; small ones are compared with every possibility. */
runLonger('calculator.test.ts', { CALCULATOR_CASES: '2000' });
