-- The portal compares an application with the rule tables of a newer release before the radar has come to it. The tables are no secret:
-- they come with the project.
SET search_path = public, gis;

GRANT SELECT ("tables") ON "rule_release" TO hedgerow_app;
