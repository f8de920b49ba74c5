CREATE TABLE "milestone_feed_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "milestone_feed_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deployment" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"metadata" jsonb NOT NULL,
	"run_id" text
);
--> statement-breakpoint
CREATE INDEX "milestone_feed_events_deployment" ON "milestone_feed_events" USING btree ("deployment","seq");