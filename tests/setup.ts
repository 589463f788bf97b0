import fc from 'fast-check'

/**
 * One seed for everyone, so that a run of the tests says the same of the same code. Other cases are tried with
 * `FC_SEED=$RANDOM npm run test:unit`, and what that finds becomes a test of its own.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FC_SEED ?? 20261121) })
