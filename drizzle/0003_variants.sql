ALTER TABLE "campaign_decisions" ADD COLUMN "variant" integer;--> statement-breakpoint
ALTER TABLE "campaign_run_leases" ADD COLUMN "runs" integer DEFAULT 1 NOT NULL;
