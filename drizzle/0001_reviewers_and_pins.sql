CREATE TABLE "campaign_pins" (
	"draft_id" text NOT NULL,
	"number" integer NOT NULL,
	"format" text NOT NULL,
	"variant" integer,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"note" text NOT NULL,
	"by" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "campaign_pins_draft_id_number_pk" PRIMARY KEY("draft_id","number")
);
--> statement-breakpoint
ALTER TABLE "campaign_decisions" ADD COLUMN "by" text;--> statement-breakpoint
ALTER TABLE "campaign_drafts" ADD COLUMN "reviewer" text;