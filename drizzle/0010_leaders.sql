CREATE TABLE "milestone_chain_leaders" (
	"deployment" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"head" bigint,
	"silent_ms" bigint,
	"beat_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "milestone_recovery_events_timestamp";--> statement-breakpoint
ALTER TABLE "milestone_recovery_events" ADD COLUMN "deployment" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "milestone_recovery_events_deployment" ON "milestone_recovery_events" USING btree ("deployment","id");