import { runLonger } from './longer-test.ts';

/** 2,000 random calculations, against every possibility where they are small. */
runLonger('calculator.test.ts', { CALCULATOR_CASES: '2000' });
