export * from '../lib/keys';
