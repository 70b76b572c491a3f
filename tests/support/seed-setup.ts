import fc from "fast-check";
import { SEED } from "@/tests/support/seed";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
